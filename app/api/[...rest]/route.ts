import { AppError } from "@/lib/http/errors";
import { publicHandler } from "@/lib/http/route";

const unknownEntry = publicHandler({
  summary: "An unknown call",
  exempt: "there is nothing behind it",
  run: () => {
    throw new AppError("entryNotFound");
  },
});

// Without it an unknown call would meet the pages' catch-all and answer HTML.
export {
  unknownEntry as DELETE,
  unknownEntry as GET,
  unknownEntry as PATCH,
  unknownEntry as POST,
  unknownEntry as PUT,
};
