import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { LOCALES } from "@/lib/i18n/locales";
import { findTextFile, textPath, textScript } from "@/lib/i18n/text-files";
import { identifier } from "@/lib/text/line";

const params = z.object({ locale: z.enum(LOCALES), file: identifier(100).regex(/^[\w-]+\.[0-9a-f]{12}\.js$/) });

export const GET = publicHandler({
  summary: "Texts of an area of the screens, as a script",
  answers: "file",
  params,
  run: async ({ params: { locale, file } }) => {
    const texts = await findTextFile(locale, file.split(".")[0] as string);
    if (!texts) throw new AppError("notFound");
    const path = textPath(locale, file);
    return new Response(textScript(path, texts.json), {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        // A page of another build gets the texts of today, which no browser keeps under that name.
        "cache-control": path === texts.path ? "public, max-age=31536000, immutable" : "no-store",
      },
    });
  },
});
