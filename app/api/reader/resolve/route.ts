import { resolveCitations } from "@/lib/citations/resolve";
import { resolveRequest } from "@/lib/citations/schema";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

/** A hundred quotes of some sentences, in UTF-8. */
const BODY_MAX = 4 * 1024 ** 2;

export const POST = handler({
  any: [P.DOCUMENT, P.CHAT],
  body: resolveRequest,
  maxBody: BODY_MAX,
  whenReadOnly: true,
  run: ({ actor, body }) => resolveCitations(actor, body.citations),
});
