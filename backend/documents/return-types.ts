import type { createParser, SubNodeParser } from 'ts-json-schema-generator';

type Program = Parameters<typeof createParser>[0];
type Node = Parameters<SubNodeParser['createType']>[0];

/**
 * Finds the types that the methods of controllers return, as the compiler reads them.
 * @returns a function that throws where a method is not in a controller of the program, or has no return type
 */
export function returnTypes(program: Program): (controller: string, method: string) => Node {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.endsWith('.controller.ts'));
  const classes = new Map(
    files
      .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(file)!))
      .map((controller) => [controller.name, controller] as const),
  );
  return (controller, method) => {
    const members = classes.get(controller)?.members;
    // The names of members are the compiler's own kind of text.
    const declaration = members?.get(method as never)?.valueDeclaration as { type?: Node } | undefined;
    if (!declaration?.type) throw new Error(`${controller}.${method} has no return type`);
    return declaration.type;
  };
}
