import { handler } from "@/lib/endpoint/route";
import { placesDto } from "@/lib/palette/dto";
import { listPlaces } from "@/lib/palette/places";

export const GET = handler({
  summary: "Tabs, sections and actions one may open",

  signedIn: true,
  response: placesDto,
  run: ({ actor, locale }) => listPlaces(actor, locale),
});
