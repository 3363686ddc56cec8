import { PRODUCT_VERSION } from "@/lib/config/version";
import { openApiDocument } from "@/lib/http/openapi";
import { publicHandler } from "@/lib/http/route";
import { API_ENTRIES } from "./entries";

let made: Promise<string> | undefined;

/** The OpenAPI 3.1 document of every call (spec 10), without the envelope. Made once: anybody may ask for it. */
export const GET = publicHandler({
  run: async () => {
    made ??= openApiDocument(API_ENTRIES, { title: "Meridian", version: PRODUCT_VERSION }).then(
      (document) => JSON.stringify(document),
      (error) => {
        // Not kept: the next one who asks may have it.
        made = undefined;
        throw error;
      },
    );
    return new Response(await made, {
      headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
    });
  },
});
