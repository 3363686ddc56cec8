import { nothing } from "@/lib/endpoint/answers";
import { publicHandler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";

const unknownEntry = publicHandler({
  summary: "An unknown call",
  exempt: "there is nothing behind it",
  response: nothing,
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
