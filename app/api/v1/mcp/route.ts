import { z } from "zod";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { answerMcp } from "@/lib/features/knowledge/open/mcp";
import { openHandler } from "@/lib/features/open-api/open-route";
import { storableJson } from "@/lib/text/storable";

/** What a message may weigh, bytes: questions, no files. */
const MESSAGE_MAX = 256 * 1024;

/** What the database cannot keep is taken out; the protocol's own package checks the rest. */
const message = z.union([z.looseObject({}), z.array(z.looseObject({})).max(20)]).transform(storableJson);

export const POST = openHandler({
  summary: "Knowledge bases as tools (Model Context Protocol, streamable HTTP)",
  answers: "json",
  exempt: "its tools change nothing",

  scope: "knowledge",
  maxBody: MESSAGE_MAX,
  body: message,
  run: async ({ holder, body, request, locale }) =>
    answerMcp(request, { actor: await knowledgeCaller(holder), locale }, body),
});
