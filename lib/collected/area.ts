import { defineArea } from "@/lib/areas/define";

export const COLLECTED = defineArea({
  errors: {
    collectedLimit: 422,
    folderNameTaken: 409,
    foldersLimit: 422,
  },
});
