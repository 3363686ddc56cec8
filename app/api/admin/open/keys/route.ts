import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { createdKeyDto, keyDto } from "@/lib/features/open-api/dto";
import { keyQuery, newKey } from "@/lib/features/open-api/key-schema";
import { createKey, listKeys } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List API keys with what they used",

  any: [P.OPEN_API],
  query: keyQuery,
  response: pageOf(keyDto),
  run: ({ actor, query }) => listKeys(actor, query),
});

export const POST = handler({
  summary: "Make an API key; the secret is shown once",

  any: [P.OPEN_API],
  body: newKey,
  audit: "open.key.create",
  response: createdKeyDto,
  run: ({ actor, body }) => createKey(actor, body),
});
