import { z } from "zod";
import { isWebAddress } from "@/lib/auth/channels/fields";
import { isPlainText } from "@/lib/config/plain-text";

/** Characters of metadata that are pasted. */
export const METADATA_TEXT_MAX = 1_000_000;

/** Metadata of an identity provider, or where they are. */
export const samlMetadataInput = z
  .strictObject({
    xml: z.string().max(METADATA_TEXT_MAX, "tooLong").refine(isPlainText, "invalid").optional(),
    url: z.string().trim().max(500, "tooLong").refine(isWebAddress, "url").optional(),
  })
  .refine(({ xml, url }) => Boolean(xml?.trim()) !== Boolean(url), { message: "oneOfXmlUrl", path: ["xml"] });
export type SamlMetadataInput = z.infer<typeof samlMetadataInput>;
