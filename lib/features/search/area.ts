import { defineArea } from "@/lib/areas/define";

export const SEARCH = defineArea({
  apps: { SEARCH: "search" },
  errors: {
    searchNowhere: 422,
    searchUnavailable: 503,
    picturesNone: 404,
    searchSourcesGone: 409,
    answerCitesNothing: 422,
  },
  places: {
    newSearch: { href: "/personal/search/search-main", begins: true, inChat: true },
  },
});
