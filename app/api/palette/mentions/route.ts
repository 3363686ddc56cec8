import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { mentionGroupDto } from "@/lib/palette/dto";
import { findMentions } from "@/lib/palette/mentions";
import { mentionQuery } from "@/lib/palette/schema";

export const GET = handler({
  summary: "What a composer offers behind a sign, by the kinds it can take; without words, what was used last",

  signedIn: true,
  query: mentionQuery,
  response: listOf(mentionGroupDto),
  run: ({ actor, query, locale }) => findMentions(actor, query, locale),
});
