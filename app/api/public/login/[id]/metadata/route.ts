import { idParam, publicHandler } from "@/lib/endpoint/route";
import { channelMetadata } from "@/lib/features/auth/service/channel-metadata";

/** What the identity provider of a SAML channel has to know of us. */
export const GET = publicHandler({
  summary: "Our SAML metadata for a login channel",
  answers: "file",

  params: idParam,
  run: ({ request, params }) => channelMetadata(request, params.id),
});
