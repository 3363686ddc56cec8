import "server-only";
import type { MentionFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { listAskedFiles } from "./service/file-uploads";

/** Files that went along with own questions, the last asked about first. */
export const CHAT_FILES_MENTIONED: MentionFinder = {
  id: "chatFiles",
  order: 30,
  sign: "@",
  kind: "file",
  codes: [P.CHAT],
  find: (keyword, { actor, limit }) => listAskedFiles(actor, keyword, limit),
};
