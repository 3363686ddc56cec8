import { defineArea } from "@/lib/areas/define";

export const DRAWING = defineArea({
  apps: { DRAWING: "drawing" },
  codes: {
    PAINTING: { code: "PERSONAL:PAINTING", number: 4, atFirst: ["staff"] },
  },
  errors: {
    drawingsOpen: 429,
    drawingOption: 422,
    drawingNoEdit: 422,
    drawingReference: 422,
    drawingMask: 422,
    drawingNotOpen: 409,
    drawingNotEnded: 409,
    drawingInterrupted: 503,
    pictureSharesLimit: 409,
    pictureUnchecked: 503,
    pictureUnreadable: 503,
  },
  places: {
    drawingTrash: { href: "/personal/draft?view=trash" },
  },
});
