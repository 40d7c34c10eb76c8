import 'antd/dist/reset.css';
import { startEarly } from './app/early';

// Small, so that what the address asks for is on its way while the rest of the code arrives.
startEarly(window.location.pathname);
void import('./app/app');
