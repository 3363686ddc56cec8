// Made by `npm run generate` from every exported `StoredObjects` in db/queries; never edited by hand.
import { FILE_OBJECTS } from "../queries/files/objects.ts";
import { READING_OBJECTS } from "../queries/parsing/objects.ts";

export const STORED_OBJECTS = [
  FILE_OBJECTS,
  READING_OBJECTS,
];
