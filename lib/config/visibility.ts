/** spec 6. `partial`: the people, roles and departments of its grants (ARCHITECTURE 9). */
export const VISIBILITIES = ["all", "partial", "self"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
