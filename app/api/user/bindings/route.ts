import { nothing } from "@/lib/endpoint/answers";
import { answerWith } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { linkBegunDto, ownLinksDto } from "@/lib/features/personal/dto";
import { linkRemoval, newLink } from "@/lib/features/personal/schema";
import { beginLink, linkDirectory, ownLinks, removeLink } from "@/lib/features/personal/service/bindings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Outside accounts one is linked to",
  any: [P.USER],
  response: ownLinksDto,
  run: ({ actor }) => ownLinks(actor),
});

/** With account and password at a directory; else the answer is the address of the other side. */
export const POST = handler({
  summary: "Link an outside account",

  any: [P.USER],
  body: newLink,
  audit: "auth.link",
  response: linkBegunDto,
  run: async ({ actor, body, request }) => {
    const { channelId, account, password } = body;
    if (account !== undefined && password !== undefined) {
      return linkDirectory(actor, { channelId, account, password });
    }
    const { url, cookie } = await beginLink(actor, channelId, request);
    return answerWith({ url }, { headers: { "set-cookie": cookie } });
  },
});

export const DELETE = handler({
  summary: "Take the own link to an outside account away",

  any: [P.USER],
  query: linkRemoval,
  audit: "auth.unlink",
  response: nothing,
  run: ({ actor, query }) => removeLink(actor, query.id),
});
