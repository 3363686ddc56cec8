import { z } from "zod";
import { keyword } from "@/lib/text/line";
import { PALETTE_WORDS_MAX } from "./limits";

/** Without words: what was used last. */
export const paletteQuery = z.strictObject({ keyword: keyword(PALETTE_WORDS_MAX) });
