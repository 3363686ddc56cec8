import { handler } from "@/lib/endpoint/route";
import { about } from "@/lib/features/preview/service/overview";

export const GET = handler({
  summary: "Product, version, database and licence",
  signedIn: true,
  run: ({ actor, locale }) => about(actor, locale),
});
