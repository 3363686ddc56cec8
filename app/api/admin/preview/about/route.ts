import { about } from "@/lib/features/preview/service/overview";
import { handler } from "@/lib/http/route";

export const GET = handler({
  summary: "Product, version, database and licence",
  signedIn: true,
  run: ({ actor, locale }) => about(actor, locale),
});
