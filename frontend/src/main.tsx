import './lib/base.css';
import './lib/typeface.css';
import './app/app';
