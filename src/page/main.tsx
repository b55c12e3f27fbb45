import { render } from 'preact';
import { App } from './app.tsx';
import './style/base.css';

const place = document.getElementById('app');
if (place === null) throw new Error('the page has no place for the app');
render(<App />, place);
