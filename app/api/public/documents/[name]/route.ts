import { z } from "zod";
import { publicDocumentDto } from "@/lib/config/dto";
import { publicHandler } from "@/lib/endpoint/route";
import { publicDocument } from "@/lib/features/configuration/service/documents";
import { publishedTerms } from "@/lib/features/terms/service/published";

/** Help, privacy statement and terms of use as Markdown, in the caller's language (spec 10). */
export const GET = publicHandler({
  summary: "Help, privacy statement or terms of use as Markdown",

  params: z.object({ name: z.enum(["help", "privacy", "terms"]) }),
  response: publicDocumentDto,
  run: async ({ params, locale }) =>
    publicDocument(params.name, locale, params.name === "terms" ? await publishedTerms(locale) : null),
});
