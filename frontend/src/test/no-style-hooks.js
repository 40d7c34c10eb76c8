/** Stands for `@ant-design/cssinjs-utils`: Ant Design's components without the making of their style sheets. */
export function genStyleUtils() {
  return {
    genStyleHooks: () => () => ['', ''],
    genComponentStyleHook: () => () => '',
    genSubStyleComponent: () => () => null,
  };
}

export const genCalc = undefined;
export const mergeToken = undefined;
export const statistic = undefined;
export const statisticToken = undefined;
