/** Replaces the grid's data source: lists load rows with `dataProvider` and pass them to the grid. */
export const useGridDataSource = () => {}
