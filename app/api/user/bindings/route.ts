import { envelope } from "@/lib/endpoint/envelope";
import { handler } from "@/lib/endpoint/route";
import { linkRemoval, newLink } from "@/lib/features/personal/schema";
import { beginLink, linkDirectory, ownLinks, removeLink } from "@/lib/features/personal/service/bindings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Outside accounts one is linked to",
  any: [P.USER],
  run: ({ actor }) => ownLinks(actor),
});

/** With account and password at a directory; else the answer is the address of the other side. */
export const POST = handler({
  summary: "Link an outside account",

  any: [P.USER],
  body: newLink,
  audit: "auth.link",
  run: async ({ actor, body, request }) => {
    const { channelId, account, password } = body;
    if (account !== undefined && password !== undefined) {
      return linkDirectory(actor, { channelId, account, password });
    }
    const { url, cookie } = await beginLink(actor, channelId, request);
    const response = envelope(200, { url }, "");
    response.headers.append("set-cookie", cookie);
    return response;
  },
});

export const DELETE = handler({
  summary: "Take the own link to an outside account away",

  any: [P.USER],
  query: linkRemoval,
  audit: "auth.unlink",
  run: ({ actor, query }) => removeLink(actor, query.id),
});
