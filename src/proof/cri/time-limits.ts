/** How long the transfers of a cancelled pull may go on, in milliseconds: containerd ends them within some 50. */
export const cancelMsMax = 1_000;

/** How long a pull that the registry keeps waiting goes on before the script cancels it, in milliseconds. */
export const stalledMsMax = 300;
