import { z } from "zod";
import { isWebAddress } from "@/lib/auth/channels/fields";
import { line, secret } from "@/lib/text/line";

/** Characters of metadata that are pasted. */
export const METADATA_TEXT_MAX = 1_000_000;

/** Metadata of an identity provider, or where they are. */
export const samlMetadataInput = z
  .strictObject({
    xml: secret(METADATA_TEXT_MAX).optional(),
    url: line(500).refine(isWebAddress, "url").optional(),
  })
  .refine(({ xml, url }) => Boolean(xml?.trim()) !== Boolean(url), { message: "oneOfXmlUrl", path: ["xml"] });
export type SamlMetadataInput = z.infer<typeof samlMetadataInput>;
