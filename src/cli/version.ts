/** The version of the package; a test holds it to package.json, so that nothing is read at run time. */
export const version = '0.1.0';
