// @exempt text: the protocol's own package checks what messages hold
import { z } from "zod";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { answerMcp } from "@/lib/features/knowledge/open/mcp";
import { openHandler } from "@/lib/features/open-api/open-route";

/** What a message may weigh, bytes: questions, no files. */
const MESSAGE_MAX = 256 * 1024;

/** The protocol's own package checks the messages. */
const message = z.union([z.record(z.string(), z.unknown()), z.array(z.record(z.string(), z.unknown())).max(20)]);

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
