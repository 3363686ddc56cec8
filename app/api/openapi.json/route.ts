import { PRODUCT_VERSION } from "@/lib/config/version";
import { openApiDocument } from "@/lib/endpoint/openapi";
import { staticHandler } from "@/lib/endpoint/static-route";
import { API_ROUTES } from "./routes";

// Made when the product is built: it reads every route, which no web process should load for it.
export const dynamic = "force-static";

/** The OpenAPI 3.1 document of every call (spec 10), without the envelope. */
export const GET = staticHandler({
  summary: "This document",
  answers: "json",
  run: async () => {
    const document = await openApiDocument(API_ROUTES, { title: "Meridian", version: PRODUCT_VERSION });
    return new Response(JSON.stringify(document), {
      headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
    });
  },
});
