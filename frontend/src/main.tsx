import 'antd/dist/reset.css';
import './lib/typeface.css';
import './app/app';
