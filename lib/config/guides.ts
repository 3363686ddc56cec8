/** What newcomers are shown: what an administrator does first, and where things are. */
export const GUIDES = ["steps", "tour"] as const;
export type GuideName = (typeof GUIDES)[number];

/** What an administrator does first; each is ticked by the state of the installation. */
export const FIRST_STEPS = ["model", "people", "document"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Where the tour leads. */
export const TOUR_STOPS = ["chat", "document", "knowledge", "find"] as const;
export type TourStop = (typeof TOUR_STOPS)[number];
