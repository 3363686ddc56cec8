import { databaseAnswers, engine } from "@/db/client";
import { healthDto } from "@/lib/config/dto";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { answerWith } from "@/lib/endpoint/envelope";
import { publicHandler } from "@/lib/endpoint/route";

/** 503 when the database does not answer (spec 10). */
export const GET = publicHandler({
  summary: "Whether the product works",

  response: healthDto,
  run: async () => {
    const ok = await databaseAnswers();
    const data = {
      status: ok ? ("ok" as const) : ("unavailable" as const),
      version: PRODUCT_VERSION,
      database: engine(),
    };
    return answerWith(data, { code: ok ? 200 : 503 });
  },
});
