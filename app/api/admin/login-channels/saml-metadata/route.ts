import { handler } from "@/lib/endpoint/route";
import { samlMetadataDto } from "@/lib/features/login-channels/dto";
import { samlMetadataInput } from "@/lib/features/login-channels/saml-metadata";
import { importSamlMetadata } from "@/lib/features/login-channels/service/saml-metadata";
import { P } from "@/lib/permissions/codes";

/** Twice what a text of the largest size takes at most as JSON of mostly plain letters. */
const BODY_MAX = 2 * 1024 * 1024;

export const POST = handler({
  summary: "Read the metadata of a SAML identity provider",
  exempt: "a look at a text, nothing changes",

  any: [P.CONFIG_SSO],
  body: samlMetadataInput,
  maxBody: BODY_MAX,
  response: samlMetadataDto,
  run: ({ actor, body }) => importSamlMetadata(actor, body),
});
