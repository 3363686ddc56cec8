import { handler } from "@/lib/endpoint/route";
import { aboutDto } from "@/lib/features/preview/dto";
import { about } from "@/lib/features/preview/service/overview";

export const GET = handler({
  summary: "Product, version, database and licence",
  signedIn: true,
  response: aboutDto,
  run: ({ actor, locale }) => about(actor, locale),
});
