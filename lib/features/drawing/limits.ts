import { IMAGE_COUNT_MAX, IMAGE_REFERENCES_MAX } from "@/lib/config/image-kinds";

export const PROMPT_MAX = 1000;
export const INSTRUCTION_MAX = 1000;
export const NEGATIVE_MAX = 500;
export const TITLE_MAX = 100;
export const SEED_MAX = 2_147_483_647;
/** Pictures of one request, whatever the model would make. */
export const COUNT_MAX = IMAGE_COUNT_MAX;
export const REFERENCES_MAX = IMAGE_REFERENCES_MAX;
/** Requests of a person that are not done yet. */
export const OPEN_MAX = 5;
export const FOLDERS_MAX = 50;
export const FOLDER_NAME_MAX = 50;
/** Pictures that are put in the trash, moved or taken back at once. */
export const CHANGED_MAX = 200;
/** Pixels of a thumbnail at most. */
export const THUMBNAIL_SIDE = 320;
/** Days until a picture in the trash is gone. */
export const TRASH_DAYS = 30;

export const PICTURE_FORMATS = ["png", "jpeg", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** What can be uploaded to go by, bytes. */
export const REFERENCE_SIZE_MAX = 20 * 1024 ** 2;
export const REFERENCE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
