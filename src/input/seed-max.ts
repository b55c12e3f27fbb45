/** The greatest seed that an option, a link or the page takes; the least is 0. */
export const seedMax = 2 ** 31 - 1;
