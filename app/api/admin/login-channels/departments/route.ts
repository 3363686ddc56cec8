import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { namedPlaceDto } from "@/lib/features/login-channels/dto";
import { departmentSearch } from "@/lib/features/login-channels/schema";
import { findPlaces } from "@/lib/features/login-channels/service/choices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Find departments for new people of a login channel",

  any: [P.CONFIG_SSO],
  query: departmentSearch,
  response: listOf(namedPlaceDto),
  run: ({ actor, query }) => findPlaces(actor, query.keyword),
});
