import { z } from "zod";
import { resolvedCitationDto } from "@/lib/citations/dto";
import { resolveCitations } from "@/lib/citations/resolve";
import { resolveRequest } from "@/lib/citations/schema";
import { handler } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

/** A hundred quotes of some sentences, in UTF-8. */
const BODY_MAX = 4 * 1024 ** 2;

export const POST = handler({
  summary: "What citations are worth now: where their words stand, whether they moved or are gone",
  exempt: "reads are exempt",

  any: [P.DOCUMENT, P.CHAT, P.KB_CHAT, P.KB_SEARCH, P.KB_MANAGE],
  body: resolveRequest,
  maxBody: BODY_MAX,
  whenReadOnly: true,
  response: z.array(resolvedCitationDto),
  run: ({ actor, body }) => resolveCitations(actor, body.citations),
});
