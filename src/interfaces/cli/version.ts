/** The version of the package. A test compares it with package.json, so that nothing is read at run time. */
export const version = '0.1.0';
