import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { LOCALES } from "@/lib/i18n/locales";
import { findTextFile } from "@/lib/i18n/text-files";
import { identifier } from "@/lib/text/line";

const params = z.object({ locale: z.enum(LOCALES), file: identifier(100).regex(/^[\w-]+\.[0-9a-f]{12}\.json$/) });

export const GET = publicHandler({
  summary: "Texts of an area of the screens",
  answers: "json",
  params,
  run: async ({ params: { locale, file } }) => {
    const texts = await findTextFile(locale, file.split(".")[0] as string);
    if (!texts) throw new AppError("notFound");
    return new Response(texts.json, {
      headers: {
        "content-type": "application/json",
        // A page of the build before this one gets the texts of today, which no browser keeps under that name.
        "cache-control": texts.path.endsWith(`/${file}`) ? "public, max-age=31536000, immutable" : "no-store",
      },
    });
  },
});
