import { databaseAnswers, engine } from "@/db/client";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { envelope } from "@/lib/endpoint/envelope";
import { publicHandler } from "@/lib/endpoint/route";

/** 503 when the database does not answer (spec 10). */
export const GET = publicHandler({
  summary: "Whether the product works",

  run: async () => {
    const ok = await databaseAnswers();
    const data = { status: ok ? "ok" : "unavailable", version: PRODUCT_VERSION, database: engine() };
    return envelope(ok ? 200 : 503, data, "");
  },
});
