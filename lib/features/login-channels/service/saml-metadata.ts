import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { fetchSamlMetadata, readSamlMetadata, type SamlMetadata } from "@/lib/auth/channels/saml-metadata";
import { P } from "@/lib/permissions/codes";
import type { SamlMetadataInput } from "../saml-metadata";

/** Settings for the form of a SAML channel; nothing is stored. Throws metadataUnreadable, metadataUnreachable. */
export async function importSamlMetadata(actor: Actor, { xml, url }: SamlMetadataInput): Promise<SamlMetadata> {
  requirePermission(actor, P.CONFIG_SSO);
  return url ? fetchSamlMetadata(url) : readSamlMetadata(xml ?? "");
}
