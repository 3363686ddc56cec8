/**
 * How often something is repeated where the number itself proves little: a few times in every run, as often as the
 * specification names it with TEST_COUNTS=full, which is run before a change of that part is done.
 */
export const repeated = (few: number, full: number) => (process.env.TEST_COUNTS === "full" ? full : few);
