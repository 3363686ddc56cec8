import { knownOrigin } from "@/lib/auth/origin";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { scimStateDto, scimTokenDto } from "@/lib/features/scim/dto";
import { makeToken, readScim, revokeToken } from "@/lib/features/scim/service/console";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "State of a login channel's SCIM",

  any: [P.CONFIG_SSO],
  params: idParam,
  response: scimStateDto,
  run: ({ actor, params, request }) => readScim(actor, params.id, knownOrigin(request)),
});

export const POST = handler({
  summary: "Make a SCIM token; the one before stops working",

  any: [P.CONFIG_SSO],
  params: idParam,
  audit: "scim.token.create",
  response: scimTokenDto,
  run: ({ actor, params }) => makeToken(actor, params.id),
});

export const DELETE = handler({
  summary: "Take the SCIM token back",

  any: [P.CONFIG_SSO],
  params: idParam,
  audit: "scim.token.revoke",
  response: nothing,
  run: ({ actor, params }) => revokeToken(actor, params.id),
});
