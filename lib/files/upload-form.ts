import { z } from "zod";
import { prose } from "@/lib/text/line";

/** Fields of an upload. A name that is too long is cut, so that a file is never refused for it. */
export const uploadForm = z.object({ file: z.file(), filename: prose(8192).optional() });
