import { PRODUCT_VERSION } from "@/lib/config/version";
import { openApiDocument } from "@/lib/http/openapi";
import { publicHandler } from "@/lib/http/route";
import { API_ENTRIES } from "./entries";

/** The OpenAPI 3.1 document of every call (CONTRACT), without the envelope. */
export const GET = publicHandler({
  run: async () => {
    const document = await openApiDocument(API_ENTRIES, { title: "Meridian", version: PRODUCT_VERSION });
    return Response.json(document, { headers: { "cache-control": "public, max-age=300" } });
  },
});
