import { handler } from "@/lib/endpoint/route";
import { placesDto } from "@/lib/palette/dto";
import { findEverywhere } from "@/lib/palette/find";
import { listPlaces } from "@/lib/palette/places";

export const GET = handler({
  summary: "Tabs, sections and actions one may open, and the things used last",

  signedIn: true,
  response: placesDto,
  run: async ({ actor, locale }) => {
    const [places, { items: recent }] = await Promise.all([
      listPlaces(actor, locale),
      findEverywhere(actor, undefined, locale),
    ]);
    return { ...places, recent };
  },
});
