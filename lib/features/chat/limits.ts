/** Pictures of one question together, bytes: they go to the model in one request. */
export const PICTURES_BYTES_MAX = 20 * 1024 ** 2;
/** States asked for in one call. */
export const FILE_IDS_MAX = 50;
