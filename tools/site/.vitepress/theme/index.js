// The default theme with the fonts of the reader's machine: nothing is loaded from elsewhere.
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../../../../src/interfaces/page/style/statechart/diagram.css';
import './site.css';

export { DefaultTheme as default };
