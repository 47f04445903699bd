/** Replaces the grid's own loading of rows: a list gets them from `dataProvider`, and passes them to the grid. */
export const useGridDataSource = () => {}
