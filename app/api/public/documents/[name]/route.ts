import { z } from "zod";
import { HELP } from "@/lib/config/texts/help";
import { PRIVACY } from "@/lib/config/texts/privacy";
import { TERMS } from "@/lib/config/texts/terms";
import { publicHandler } from "@/lib/http/route";

const TEXTS = { help: HELP, privacy: PRIVACY, terms: TERMS };

/** Help, privacy statement and terms of use as Markdown, in the caller's language (CONTRACT). */
export const GET = publicHandler({
  params: z.object({ name: z.enum(["help", "privacy", "terms"]) }),
  run: ({ params, locale }) => TEXTS[params.name][locale],
});
